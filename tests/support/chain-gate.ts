/** Holds every chain of a fan-out world until the test lets it go, in the order of their beginnings. */
export function createGate() {
  const begun: { id: number; let: () => void }[] = [];
  let onBegun = (): void => undefined;
  return {
    hold: async (id: number): Promise<void> => {
      const gone = Promise.withResolvers<void>();
      begun.push({ id, let: gone.resolve });
      onBegun();
      await gone.promise;
    },
    /** Waits until so many chains have begun since the beginning. */
    untilBegun: async (count: number): Promise<void> => {
      while (begun.length < count) await new Promise<void>((resolve) => (onBegun = resolve));
    },
    begun: () => begun.length,
    letGo: () => begun.forEach((chain) => chain.let()),
  };
}
