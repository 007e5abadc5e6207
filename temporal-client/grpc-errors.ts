import { isGrpcServiceError, ServiceError, WorkflowNotFoundError } from '@temporalio/client';

const INVALID_ARGUMENT = 3;

/** What a server says to what it does not know, or to an id that no workflow can have. */
export function isUnknown(error: unknown): boolean {
  return error instanceof WorkflowNotFoundError || grpcCodeOf(error) === INVALID_ARGUMENT;
}

/** The gRPC code of what a call to the server threw; null: it is no such error. */
export function grpcCodeOf(error: unknown): number | null {
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) ? cause.code : null;
}
