/** The base URL of pictures of generated products and brands. */
export const IMAGE_BASE = 'https://images.sandbox.test';
