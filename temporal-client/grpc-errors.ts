import { isGrpcServiceError, ServiceError, WorkflowNotFoundError } from '@temporalio/client';

const INVALID_ARGUMENT = 3;

/** Whether the server does not know the workflow, or the id is not a valid one. */
export function isUnknown(error: unknown): boolean {
  return error instanceof WorkflowNotFoundError || grpcCodeOf(error) === INVALID_ARGUMENT;
}

/** Returns the gRPC code of an error that a call to the server threw; null if the error is none of gRPC. */
export function grpcCodeOf(error: unknown): number | null {
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) ? cause.code : null;
}
