import { useEffect, useState } from 'react';
import { THEMES, type Theme } from './themes.ts';

const STORED = 'crawlchain-theme';
const systemDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

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
  const isDark = theme === 'dark' || (theme === 'system' && systemDark().matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

const CHOSEN = 'crawlchain-theme-chosen';

/** The theme that was chosen, and how to choose another one, which all who use this learn. */
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

/** Paints all of the page anew, and has the browser keep the choice. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORED, theme);
  } catch {
    // It holds until the page is closed.
  }
  document.dispatchEvent(new CustomEvent(CHOSEN, { detail: theme }));
}
