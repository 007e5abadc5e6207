import { createHash } from 'node:crypto';
import { jobJsonFault, type JobPayload } from './job.ts';

/** What travels and is shown instead of a large payload, which the database has. */
export interface PayloadPointer extends JobPayload {
  stored_payload: {
    /** Of the payload's JSON, in hexadecimal. */
    sha256: string;
    bytes: number;
  };
}

const SHA256 = /^[0-9a-f]{64}$/;

/** Returns the pointer to a payload. */
export function pointerTo(payload: JobPayload): PayloadPointer {
  const json = Buffer.from(JSON.stringify(payload));
  return {
    stored_payload: { sha256: createHash('sha256').update(json).digest('hex'), bytes: json.length },
  };
}

/** Whether a payload is a pointer to a stored one. */
export function isPayloadPointer(payload: JobPayload): payload is PayloadPointer {
  const sha256: unknown = Object(payload['stored_payload'])['sha256'];
  return typeof sha256 === 'string' && SHA256.test(sha256);
}

/** Whether a payload travels as it is: it is small, and cannot be taken for a pointer. */
export function isSmall(payload: JobPayload): boolean {
  return jobJsonFault(payload) === null && !isPayloadPointer(payload);
}
