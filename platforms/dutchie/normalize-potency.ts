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
} from '../read-fields.ts';
import { PERCENTAGE, toPotency, toUnit, type PercentUnit, type StatedPotency } from '../read-potency.ts';

/**
 * Reads the potency at `key`: a unit and one or two numbers, which may be in the wrong order. Records of 2019 have a plain number or
 * text, whose unit is unknown.
 */
export function readPotency(source: Source, key: string, percentUnit: PercentUnit): Potency | null {
  const stated = readStated(source, key);
  return stated === null ? null : toPotency(source, key, { ...stated, percentUnit });
}

/** Reads the stated THC and CBD of a product. Ignores their flaws, because the flaws are noted when the potency itself is read. */
export function readContents(record: Record<string, unknown>): StatedPotency[] {
  const source = { record, place: '', flaws: [] };
  return ['THCContent', 'CBDContent']
    .map((key) => readStated(source, key))
    .filter((stated) => stated !== null);
}

function readStated(source: Source, key: string): StatedPotency | null {
  const value = source.record[key];
  if (typeof value === 'number' || typeof value === 'string') {
    const amount = amountAt(source, key);
    return amount === null ? null : { numbers: [amount], unit: UNKNOWN_UNIT };
  }
  const content = recordAt(source, key);
  if (content === null) return null;
  const numbers = (listAt(content, 'range') ?? [])
    .map((entry, place) => readAmount(content, `range[${place}]`, entry))
    .filter((entry) => entry !== null);
  return { numbers, unit: tidyTextAt(content, 'unit') ?? PERCENTAGE };
}

/** Reads every substance of the lab report; drops substances without a name or a number. */
export function readCannabinoids(source: Source, percentUnit: PercentUnit): Cannabinoid[] {
  return recordsAt(source, 'cannabinoidsV2').flatMap((entry) => {
    const value = amountAt(entry, 'value');
    const substance = recordAt(entry, 'cannabinoid');
    const name = substance === null ? null : tidyTextAt(substance, 'name');
    if (value === null) return [];
    if (name === null) {
      noteFlaw(entry, 'cannabinoid.name', 'expected the name of the substance, got none');
      return [];
    }
    return [{ name, value, unit: toUnit(entry, 'value', { unit: unitOf(entry), high: value, percentUnit }) }];
  });
}

function unitOf(entry: Source): string {
  return tidyTextAt(entry, 'unit') ?? UNKNOWN_UNIT;
}
