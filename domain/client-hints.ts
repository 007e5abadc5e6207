/**
 * Returns the `sec-ch-ua` value of a Chromium browser.
 *
 * Each major version spells its invented brand and orders its three brands differently, so that sites cannot rely on either.
 * Chromium computes both from the version (components/embedder_support/user_agent_utils.cc, GetGreasedUserAgentBrandVersion and
 * ShuffleBrandList), and so does this function.
 * @param brand the browser's own brand, such as `Google Chrome`.
 */
export function clientHintBrands(brand: string, version: number): string {
  const invented = `Not${at(SIGNS, version)}A${at(SIGNS, version + 1)}Brand`;
  const [inventedPlace, chromiumPlace, ownPlace] = at(PLACES, version);
  const shuffled: string[] = [];
  shuffled[inventedPlace] = `"${invented}";v="${at(INVENTED_VERSIONS, version)}"`;
  shuffled[chromiumPlace] = `"Chromium";v="${version}"`;
  shuffled[ownPlace] = `"${brand}";v="${version}"`;
  return shuffled.join(', ');
}

const SIGNS = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'] as const;
const INVENTED_VERSIONS = ['8', '99', '24'] as const;

/** For each order: the positions of the invented brand, of Chromium and of the browser's own brand. */
const PLACES = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

function at<Item>(list: readonly Item[], index: number): Item {
  return list[index % list.length] as Item;
}
