/** States and territories of the United States and provinces of Canada, by code. */
const NAMES_BY_CODE: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  AS: 'American Samoa',
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NS: 'Nova Scotia',
  NT: 'Northwest Territories',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
};

/** Describes a valid code, for messages. */
export const STATE_TAKES = 'the two letters of a state or province, such as AZ';

/** The known codes. */
export const STATE_CODES: readonly string[] = Object.keys(NAMES_BY_CODE);

const CODES_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES_BY_CODE).map(([code, name]) => [name.toLowerCase(), code]),
);

/** Returns the two-letter code of a state given as a code or a name; null for everything else. */
export function toStateCode(state: string | null): string | null {
  if (state === null) return null;
  const text = state.trim();
  // Unknown codes are accepted, because platforms may add places before we do.
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase();
  return CODES_BY_NAME.get(text.toLowerCase().replaceAll(/\s+/g, ' ')) ?? null;
}

/** Whether a state, territory or province with this code is known. */
export function isKnownState(code: string): boolean {
  return Object.hasOwn(NAMES_BY_CODE, code);
}
