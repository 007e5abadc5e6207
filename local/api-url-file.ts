/** In the data folder of `npm start`: the address of its API, which takes another port where the usual one is taken. */
export const API_URL_FILE = 'api.url';
