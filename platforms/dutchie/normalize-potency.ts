import { UNKNOWN_UNIT, type Cannabinoid, type Potency } from '../../domain/product.ts';
import {
  amountAt,
  listAt,
  noteFlaw,
  readAmount,
  recordAt,
  recordsAt,
  tidyTextAt,
  type Source,
} from './read-fields.ts';

/** The label of a share of the whole. */
const PERCENTAGE = 'PERCENTAGE';

/** No amount of a substance in a package is near this. */
const POTENCY_MAX = 1_000_000;

/**
 * The potency at `key`: a unit and a range of one number or two, which may be in the wrong order. Records of 2019 have
 * a bare number there, or its text, whose unit is not known.
 */
export function readPotency(source: Source, key: string): Potency | null {
  const value = source.record[key];
  if (typeof value === 'number' || typeof value === 'string') {
    const amount = amountAt(source, key);
    return amount === null ? null : toPotency(source, key, { numbers: [amount], unit: UNKNOWN_UNIT });
  }
  const content = recordAt(source, key);
  if (content === null) return null;
  const numbers = (listAt(content, 'range') ?? [])
    .map((entry, place) => readAmount(content, `range[${place}]`, entry))
    .filter((entry) => entry !== null);
  return toPotency(source, key, { numbers, unit: tidyTextAt(content, 'unit') ?? PERCENTAGE });
}

function toPotency(
  source: Source,
  key: string,
  { numbers, unit }: { numbers: number[]; unit: string },
): Potency | null {
  const believable = numbers.filter((number) => number < POTENCY_MAX);
  if (believable.length < numbers.length)
    noteFlaw(source, key, `expected numbers below ${POTENCY_MAX}, got ${Math.max(...numbers)}`);
  if (believable.length === 0) return null;
  const high = Math.max(...believable);
  return { low: Math.min(...believable), high, unit: checkUnit(source, key, { unit, high }) };
}

/** Every substance of the report; one without a name or a number is left out. */
export function readCannabinoids(source: Source): Cannabinoid[] {
  return recordsAt(source, 'cannabinoidsV2').flatMap((entry) => {
    const value = amountAt(entry, 'value');
    const substance = recordAt(entry, 'cannabinoid');
    const name = substance === null ? null : tidyTextAt(substance, 'name');
    if (value === null) return [];
    if (name === null) {
      noteFlaw(entry, 'cannabinoid.name', 'expected the name of the substance, got none');
      return [];
    }
    const unit = tidyTextAt(entry, 'unit') ?? UNKNOWN_UNIT;
    return [{ name, value, unit: checkUnit(entry, 'value', { unit, high: value }) }];
  });
}

/** Totals of milligrams come labelled as percentages; a share of more than the whole is none. */
function checkUnit(source: Source, key: string, { unit, high }: { unit: string; high: number }): string {
  if (unit !== PERCENTAGE || high <= 100) return unit;
  noteFlaw(source, key, `expected a percentage up to 100, got ${high}: its unit is not known`);
  return UNKNOWN_UNIT;
}
