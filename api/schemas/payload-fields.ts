import { z } from '@hono/zod-openapi';
import type { ChangedField } from '../../domain/fields/compare-fields.ts';
import { describeRenamed, describeShares } from '../../domain/fields/describe-fields.ts';
import type { ComparedFields } from '../../payloads/compare-stored-fields.ts';

const share = z.number().openapi({ description: 'The share of the products, 0 to 1.' });

const changedFieldSchema = z.object({
  path: z
    .string()
    .openapi({ description: 'Such as `POSMetaData.children[].option`; `[]` is an item of a list.' }),
  types: z.array(z.enum(['boolean', 'number', 'string', 'object', 'array'])),
  before: share,
  after: share,
  is_null: z.boolean().openapi({
    description: 'True: products without the field still have its key, with the value null.',
  }),
  example: z.string().openapi({ description: 'An example value in JSON, shortened.' }),
  inside: z
    .number()
    .int()
    .openapi({ description: 'How many fields inside it vanished or appeared with it.' }),
  why: z.string().openapi({ description: 'The shares before and now, in words.' }),
});

export const payloadFieldsSchema = z
  .object({
    from: z
      .number()
      .int()
      .openapi({ description: 'The last accepted payload of the store before this one.' }),
    to: z.number().int(),
    products: z
      .object({ before: z.number().int(), after: z.number().int() })
      .openapi({ description: 'How many products of each payload were compared.' }),
    are_same_products: z.boolean().openapi({
      description:
        'True: the same products of both payloads were compared. False: each payload is represented by its own products.',
    }),
    vanished: z.array(changedFieldSchema).openapi({
      description: 'Fields that vanished from most products that had them, the most frequent first.',
    }),
    appeared: z.array(changedFieldSchema),
    renamed: z
      .array(
        z.object({
          from: z.string(),
          to: z.string(),
          before: share,
          after: share,
          by: z.enum(['values', 'name', 'only_one']).openapi({
            description:
              'The evidence: the values; if these prove too little, the name, or the lack of another similar new field.',
          }),
          compared: z.number().int().openapi({ description: 'Products whose values were compared.' }),
          alike: z.number().nullable().openapi({
            description: 'The share of equal values; null: none could be compared.',
          }),
          why: z.string().openapi({ description: 'The evidence, in words.' }),
        }),
      )
      .openapi({ description: 'Fields that were probably renamed, the most certain first.' }),
  })
  .openapi('PayloadFields');

/** Converts the comparison of fields for responses. */
export function toPayloadFields(found: ComparedFields): z.input<typeof payloadFieldsSchema> {
  const { from, to, products, areSame, vanished, appeared, renamed } = found;
  return {
    from,
    to,
    products,
    are_same_products: areSame,
    vanished: vanished.map(toChangedField),
    appeared: appeared.map(toChangedField),
    renamed: renamed.map((field) => ({ ...field, why: describeRenamed(field) })),
  };
}

function toChangedField(field: ChangedField): z.input<typeof changedFieldSchema> {
  const { isNull, ...rest } = field;
  return { ...rest, is_null: isNull, why: describeShares(field) };
}
