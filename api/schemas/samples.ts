import { z } from '@hono/zod-openapi';

const sampleSchema = z
  .object({
    rule: z.string().openapi({ description: 'The rule of `measured` that it shows.' }),
    id: z.string().openapi({
      description:
        'The id of the product on the platform; the id in the last menu, if the product was there.',
    }),
    name: z.string(),
    field: z.string().openapi({
      description:
        'The field that it shows: a price (`rec`, `med`, `specialRec`, `specialMed`), `stock`, `quantity`, `options`, `offer`, `name`, `brand`, `category`, `updated`, `id`, whether it is on the `menu`, whose `store` it is, or what `text` cannot be read.',
    }),
    option: z
      .string()
      .nullable()
      .openapi({ description: 'The option that has the price; null if the value belongs to the product.' }),
    before: z.string().openapi({ description: 'The value in the last menu.' }),
    now: z.string().openapi({ description: 'The value in the doubted menu.' }),
  })
  .openapi('SuspicionSample');

/** Products that show why a menu is doubted. */
export const sampleListSchema = z.array(sampleSchema).openapi({
  description:
    'Products that show the doubt: up to three for each rule that doubts the menu, twelve in all. Texts are cut at 80 characters. Empty for payloads of earlier versions.',
});
