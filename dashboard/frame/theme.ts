import { useEffect, useState } from 'react';
import { THEMES, type Theme } from './themes.ts';

const STORED = 'crawlchain-theme';
const systemDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORED);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    // Local storage may be disabled.
    return 'system';
  }
}

/** Applies the chosen theme to the page, or the theme of the system. */
export function applyTheme(theme: Theme = storedTheme()): void {
  const isDark = theme === 'dark' || (theme === 'system' && systemDark().matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

const CHOSEN = 'crawlchain-theme-chosen';

/** Returns the chosen theme, and a function that changes it in every component that uses this hook. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  useEffect(() => {
    const apply = (): void => applyTheme(theme);
    apply();
    const dark = systemDark();
    dark.addEventListener('change', apply);
    return () => dark.removeEventListener('change', apply);
  }, [theme]);
  useEffect(() => {
    const onChosen = (event: Event): void => {
      if (event instanceof CustomEvent) setTheme(event.detail as Theme);
    };
    document.addEventListener(CHOSEN, onChosen);
    return () => document.removeEventListener(CHOSEN, onChosen);
  }, []);
  return [theme, chooseTheme];
}

/** Applies a theme to the whole page and stores the choice in the browser. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORED, theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  document.dispatchEvent(new CustomEvent(CHOSEN, { detail: theme }));
}
