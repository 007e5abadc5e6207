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
    description: 'Where it is not (or was not) in a product, its key is there all the same, and null.',
  }),
  example: z.string().openapi({ description: 'A value, in JSON, cut short.' }),
  inside: z.number().int().openapi({ description: 'Fields inside of it, which went or came with it.' }),
  why: z.string().openapi({ description: 'The shares, in words.' }),
});

export const payloadFieldsSchema = z
  .object({
    from: z
      .number()
      .int()
      .openapi({ description: 'The last payload of the store before, of those that are believed.' }),
    to: z.number().int(),
    products: z
      .object({ before: z.number().int(), after: z.number().int() })
      .openapi({ description: 'How many products of each were looked at.' }),
    are_same_products: z.boolean().openapi({
      description: 'Whether these are the same products; else each payload is known by products of its own.',
    }),
    vanished: z.array(changedFieldSchema).openapi({
      description: 'Fields that most products that had them have no more, the most frequent ones first.',
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
              'What says so: its values; where these tell too little its name, or that no other new field is like it.',
          }),
          compared: z.number().int().openapi({ description: 'Products whose values were compared.' }),
          alike: z.number().nullable().openapi({
            description: 'The share of their values that are the same; null: none could be compared.',
          }),
          why: z.string().openapi({ description: 'What says so, in words.' }),
        }),
      )
      .openapi({ description: 'Fields that probably have another name now, the surest ones first.' }),
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
