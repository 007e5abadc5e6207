import { describeMetrics } from '../api/metrics/create-metrics.ts';

/** Generates the list of the API's metrics. */
export function writeMetricsPage(): string {
  const rows = describeMetrics().map(
    ({ name, help, labels }) =>
      `| \`${name}\` | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
  );
  return `# Metrics

\`GET /metrics\` of the API answers in the text form of Prometheus, with these and those of its process (\`process_…\`, \`nodejs_…\`). Made from the code by
\`node scripts/check-docs.ts --write\`. What comes from the ledger and from Temporal is read every ten seconds at most; what does not answer has no figures, and
\`crawlchain_source_up\` is 0.

| metric | labels | what |
| --- | --- | --- |
${rows.join('\n')}
`;
}
