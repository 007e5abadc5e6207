import { isGrpcServiceError, type Client } from '@temporalio/client';

/** gRPC statuses: permission denied, and not implemented. */
const REFUSED_CODES: readonly number[] = [7, 12];

/** Reads a value from the data of the namespace, which anybody with the `temporal` command can see. */
export async function readNamespaceData(client: Client, key: string): Promise<string | null> {
  const { namespace } = client.options;
  const { namespaceInfo } = await client.workflowService.describeNamespace({ namespace });
  return namespaceInfo?.data?.[key] ?? null;
}

/** Writes a value to the data of the namespace. @returns false if the server does not allow it, such as Temporal Cloud */
export async function writeNamespaceData(client: Client, key: string, value: string): Promise<boolean> {
  try {
    const { namespace } = client.options;
    await client.workflowService.updateNamespace({ namespace, updateInfo: { data: { [key]: value } } });
    return true;
  } catch (error) {
    if (isGrpcServiceError(error) && REFUSED_CODES.includes(error.code)) return false;
    throw error;
  }
}
