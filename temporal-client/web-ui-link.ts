/**
 * Returns the address of a page of the Temporal Web UI: by default the list of a namespace's workflows.
 * @param path further parts of the address below that list, such as the id of a workflow
 */
export function webUiLink(
  webUiUrl: string,
  { namespace, path = [] }: { namespace: string; path?: readonly string[] },
): string {
  const parts = ['namespaces', namespace, 'workflows', ...path].map(encodeURIComponent);
  return `${webUiUrl.replace(/\/+$/, '')}/${parts.join('/')}`;
}
