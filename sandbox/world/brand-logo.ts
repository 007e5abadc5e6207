import { IMAGE_BASE } from './image-base.ts';
import { createRandom } from './random.ts';

/** The addresses of a brand's logo: beside the brand's name, within the brand's own record, in both places, or in neither. */
export interface BrandLogo {
  beside: string | null;
  within: string | null;
}

const NO_LOGO: BrandLogo = { beside: null, within: null };

/** Returns the logo of a brand, which has the same address in every store. */
export function logoOf(brand: string): BrandLogo {
  const name = brand.trim();
  if (name === '') return NO_LOGO;
  const address = `${IMAGE_BASE}/brands/${encodeURIComponent(name.toLowerCase().replace(/\s+/g, '-'))}`;
  return createRandom('logo', name).pick([
    NO_LOGO,
    { beside: address, within: address },
    { beside: address, within: null },
    { beside: null, within: address },
  ]);
}
