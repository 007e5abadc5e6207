import { useEffect, useState } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const STORED = 'crawlchain-theme';
const DARK = matchMedia('(prefers-color-scheme: dark)');

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORED);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    // A browser may keep nothing.
    return 'system';
  }
}

/** Paints the page as was chosen, or as the system says. */
export function applyTheme(theme: Theme = storedTheme()): void {
  const isDark = theme === 'dark' || (theme === 'system' && DARK.matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

/** The theme that was chosen, and how to choose another one. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  useEffect(() => {
    const apply = (): void => applyTheme(theme);
    apply();
    DARK.addEventListener('change', apply);
    return () => DARK.removeEventListener('change', apply);
  }, [theme]);
  const choose = (chosen: Theme): void => {
    try {
      localStorage.setItem(STORED, chosen);
    } catch {
      // It holds until the page is closed.
    }
    setTheme(chosen);
  };
  return [theme, choose];
}
