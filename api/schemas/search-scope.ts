import { z } from '@hono/zod-openapi';
import { CITY_NAME, CITY_TAKES } from '../../temporal-config/search-scope.ts';
import { stateCode } from './state-code.ts';
import { wordedText } from './worded-text.ts';

const STATES_MAX = 100;

/** Where discovery searches for stores; spread into a `z.strictObject`. */
export const SEARCH_SCOPE = {
  state_code: stateCode.optional(),
  state_codes: z
    .array(stateCode)
    .min(1)
    .max(STATES_MAX)
    .optional()
    .openapi({ description: 'Several states, instead of `state_code`.', examples: [['AZ', 'NV']] }),
  city: wordedText(CITY_NAME, CITY_TAKES)
    .optional()
    .openapi({ description: 'Searches only this city of the state.', examples: ['Phoenix'] }),
};
