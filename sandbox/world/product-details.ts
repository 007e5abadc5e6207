import type { ProductPlan } from './plan-product.ts';
import type { MenuRecord } from './menu-record.ts';
import { createRandom } from './random.ts';

/** Returns the fields `THCContent` and `cannabinoidsV2`. */
export function potencyOf(plan: ProductPlan): MenuRecord {
  const random = createRandom(plan.origin.id, 'potency');
  const percent = random.whole(120, 330) / 10;
  const isEdible = plan.origin.category === 'Edible' || plan.origin.category === 'Oral';
  const usual = isEdible
    ? content('MILLIGRAMS', [random.pick([5, 10, 100])])
    : content('PERCENTAGE', [percent]);
  const isGear = plan.origin.category === 'Accessories';
  return {
    THCContent: oddPotency(plan, percent) ?? (isGear || plan.oddity === 'potency-null' ? null : usual),
    cannabinoidsV2: isGear
      ? []
      : [
          {
            value: percent,
            unit: 'PERCENTAGE',
            cannabinoid: { name: 'THC (tetrahydrocannabinol)', description: null },
          },
        ],
  };
}

function oddPotency(plan: ProductPlan, percent: number): MenuRecord | null {
  switch (plan.oddity) {
    case 'potency-range-null':
      return content('PERCENTAGE', null);
    case 'potency-two-numbers':
      return content('PERCENTAGE', [percent, percent + 4]);
    case 'potency-reversed':
      return content('PERCENTAGE', [percent, 0]);
    case 'potency-milligrams-called-percent':
      return content('PERCENTAGE', [492]);
    default:
      return null;
  }
}

function content(unit: string, range: number[] | null): MenuRecord {
  return { unit, range, __typename: 'ProductPotency' };
}

/** Returns the fields `weight`, which is unreliable, and `measurements`. */
export function measurementsOf(plan: ProductPlan): MenuRecord {
  const random = createRandom(plan.origin.id, 'weight');
  const netWeight = {
    unit: 'MILLIGRAMS',
    values: plan.options.map(() => random.pick([500, 1000, 2000, 3500])),
  };
  return {
    weight:
      plan.oddity === 'weight-nonsense'
        ? random.pick([0, 9_999_999, -1])
        : random.pick([0, 1000, 1000, 3500, 14_000]),
    measurements: random.chance(0.62)
      ? null
      : { netWeight, volume: null, __typename: 'Products_measurements' },
  };
}

/** Returns the fields that only the detail operation adds. */
export function detailsOf(plan: ProductPlan): MenuRecord {
  const random = createRandom(plan.origin.id, 'details');
  const description = random.pick([
    '',
    'Batch 20-117',
    '.....\n.....',
    'Grown slowly, cured for three weeks.',
  ]);
  return {
    description,
    descriptionHtml: description === '' ? '' : `<p>${description}</p>`,
    terpenes: [],
    totalTerpenes: null,
    effects: random.pick([{}, { relaxed: 9, clearMind: 4 }, { Calm: 3, 'Pain-Relief': 7 }]),
  };
}
