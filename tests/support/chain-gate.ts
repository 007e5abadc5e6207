/** Creates a gate that holds every chain of a fan-out world, in the order of their starts, until the test releases the chain. */
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
    /** Waits until this many chains have begun since the gate was created. */
    untilBegun: async (count: number): Promise<void> => {
      while (begun.length < count) await new Promise<void>((resolve) => (onBegun = resolve));
    },
    begun: () => begun.length,
    letGo: () => begun.forEach((chain) => chain.let()),
  };
}
