import { z } from '@hono/zod-openapi';

const sampleSchema = z
  .object({
    rule: z.string().openapi({ description: 'The rule of `measured` that it shows.' }),
    id: z
      .string()
      .openapi({ description: "The platform's id of the product, in the last menu where that had it." }),
    name: z.string(),
    field: z.string().openapi({
      description:
        'What it tells: a price (`rec`, `med`, `specialRec`, `specialMed`), `stock`, `quantity`, `options`, `offer`, `name`, `brand`, `category`, `updated`, `id`, whether it is on the `menu`, whose `store` it is, or what `text` cannot be read.',
    }),
    option: z
      .string()
      .nullable()
      .openapi({ description: 'Whose price it is; null where the value is that of the product.' }),
    before: z.string().openapi({ description: 'In the last menu.' }),
    now: z.string().openapi({ description: 'In the doubted menu.' }),
  })
  .openapi('SuspicionSample');

/** Products that show why a menu is doubted. */
export const sampleListSchema = z.array(sampleSchema).openapi({
  description:
    'Products that show it: up to three for each rule that doubts the menu, twelve in all. Texts are cut at 80 characters. Empty for payloads of earlier versions.',
});
