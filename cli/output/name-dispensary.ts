/** Formats the dispensary of a row with its id, such as `Green Leaf (12)`; the id alone if the name is not known; null for none. */
export function nameDispensary(row: { dispensary_id: number | null; dispensary_name: string | null }) {
  const { dispensary_id: id, dispensary_name: name } = row;
  return id === null || name === null ? id : `${name} (${id})`;
}
