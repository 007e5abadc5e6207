/** A state, which a colour and a sign or a word show together, never the colour alone. */
export type Tone = 'good' | 'degraded' | 'bad' | 'neutral';
