import type { Threshold } from '../../domain/special.ts';
import { amountAt, describeValue, noteFlaw, recordAt, textAt, type Source } from '../read-fields.ts';
import { readMoney } from '../read-money.ts';

const OPERATORS = new Map<string, Threshold['operator']>([
  ['greaterThanEqualTo', 'at least'],
  ['greaterThan', 'more than'],
  ['equalTo', 'exactly'],
  ['lessThan', 'less than'],
  ['lessThanEqualTo', 'at most'],
]);

/**
 * Reads the amounts that a part of an offer requires: the enabled totals, and also the plain `quantity` of older offers if no total has a
 * quantity.
 */
export function readThresholds(part: Source): Threshold[] {
  const totals = [readQuantity(part), readWeight(part), readSpend(part)].filter((total) => total !== null);
  if (totals.some(({ of }) => of === 'quantity')) return totals;
  const quantity = amountAt(part, 'quantity');
  if (quantity === null || quantity === 0) return totals;
  return [{ of: 'quantity', operator: 'at least', amount: String(quantity), max: null }, ...totals];
}

function readQuantity(part: Source): Threshold | null {
  const total = enabledAt(part, 'totalQuantity');
  const quantity = total === null ? null : amountAt(total, 'quantity');
  if (total === null || quantity === null) return null;
  const max = amountAt(total, 'maxQuantity');
  return {
    of: 'quantity',
    operator: readOperator(total, 'quantityOperator'),
    amount: String(quantity),
    max: max === null ? null : String(max),
  };
}

/** Reads a required weight, which is a label such as `3.5g` or a number. */
function readWeight(part: Source): Threshold | null {
  const total = enabledAt(part, 'totalWeight');
  if (total === null) return null;
  const weight = total.record['weight'];
  const amount = typeof weight === 'number' ? amountAt(total, 'weight') : textAt(total, 'weight');
  if (amount === null) return null;
  return { of: 'weight', operator: readOperator(total, 'weightOperator'), amount: String(amount), max: null };
}

function readSpend(part: Source): Threshold | null {
  const total = enabledAt(part, 'totalSpend');
  if (total === null) return null;
  const amount = readMoney(total, 'minimumSpend', total.record['minimumSpend']);
  const max = readMoney(total, 'maximumSpend', total.record['maximumSpend']);
  if (amount === null && max === null) return null;
  return { of: 'spend', operator: readOperator(total, 'spendOperator'), amount: amount ?? '0.00', max };
}

function enabledAt(part: Source, key: string): Source | null {
  const total = recordAt(part, key);
  return total === null || total.record['enabled'] === false ? null : total;
}

/** Reads the operator; an offer without one requires at least the amount. */
function readOperator(total: Source, key: string): Threshold['operator'] {
  const word = textAt(total, key);
  const operator = OPERATORS.get(word ?? 'greaterThanEqualTo');
  if (operator !== undefined) return operator;
  noteFlaw(total, key, `expected one of ${[...OPERATORS.keys()].join(', ')}, got ${describeValue(word)}`);
  return 'at least';
}
