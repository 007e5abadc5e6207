/** What a store's licence allows it to sell. */
export type Licence = 'both' | 'recreational' | 'medical';

export interface Place {
  city: string;
  state: string;
  stateName: string;
  zip: string;
  timezone: string;
  latitude: number;
  longitude: number;
  licence: Licence;
}

type Row = readonly [string, string, string, string, string, number, number, Licence];

// The order matters: the first stores of every world have fixed roles, and the fourth store must be medical-only.
const ROWS: readonly Row[] = [
  ['Phoenix', 'AZ', 'Arizona', '85004', 'America/Phoenix', 33.4484, -112.074, 'both'],
  ['Denver', 'CO', 'Colorado', '80202', 'America/Denver', 39.7392, -104.9903, 'both'],
  ['Las Vegas', 'NV', 'Nevada', '89101', 'America/Los_Angeles', 36.1699, -115.1398, 'both'],
  ['Philadelphia', 'PA', 'Pennsylvania', '19103', 'America/New_York', 39.9526, -75.1652, 'medical'],
  ['Tucson', 'AZ', 'Arizona', '85701', 'America/Phoenix', 32.2226, -110.9747, 'both'],
  ['Oakland', 'CA', 'California', '94607', 'America/Los_Angeles', 37.8044, -122.2712, 'both'],
  ['Ann Arbor', 'MI', 'Michigan', '48104', 'America/Detroit', 42.2808, -83.743, 'both'],
  ['Chicago', 'IL', 'Illinois', '60607', 'America/Chicago', 41.8781, -87.6298, 'recreational'],
  ['Worcester', 'MA', 'Massachusetts', '01608', 'America/New_York', 42.2626, -71.8023, 'both'],
  ['Albuquerque', 'NM', 'New Mexico', '87102', 'America/Denver', 35.0844, -106.6504, 'both'],
  ['Spokane', 'WA', 'Washington', '99201', 'America/Los_Angeles', 47.6588, -117.426, 'recreational'],
  ['Tempe', 'AZ', 'Arizona', '85281', 'America/Phoenix', 33.4255, -111.94, 'both'],
  ['Los Angeles', 'CA', 'California', '90012', 'America/Los_Angeles', 34.0522, -118.2437, 'both'],
  ['Pittsburgh', 'PA', 'Pennsylvania', '15222', 'America/New_York', 40.4406, -79.9959, 'medical'],
  ['Boulder', 'CO', 'Colorado', '80302', 'America/Denver', 40.015, -105.2705, 'recreational'],
  ['Reno', 'NV', 'Nevada', '89501', 'America/Los_Angeles', 39.5296, -119.8138, 'both'],
  ['Grand Rapids', 'MI', 'Michigan', '49503', 'America/Detroit', 42.9634, -85.6681, 'both'],
  ['Springfield', 'IL', 'Illinois', '62701', 'America/Chicago', 39.7817, -89.6501, 'both'],
  ['Santa Fe', 'NM', 'New Mexico', '87501', 'America/Denver', 35.687, -105.9378, 'both'],
  ['Flagstaff', 'AZ', 'Arizona', '86001', 'America/Phoenix', 35.1983, -111.6513, 'both'],
];

/** Returns the place of the store with this index. Places repeat if a world has more stores than there are places. */
export function placeOf(index: number): Place {
  const row = ROWS[index % ROWS.length];
  if (!row) throw new Error(`Expected a store index of 0 or more, got ${index}.`);
  const [city, state, stateName, zip, timezone, latitude, longitude, licence] = row;
  return { city, state, stateName, zip, timezone, latitude, longitude, licence };
}
