import {
  CompositePayloadConverter,
  JsonPayloadConverter,
  UndefinedPayloadConverter,
  type ConverterHint,
  type Payload,
  type SerializationContext,
} from '@temporalio/common';

/**
 * Temporal's JSON converter. A payload that cannot be decoded reaches the workflow as text, and input validation rejects it. If
 * decoding threw, the workflow task would fail forever and keep the id locked.
 */
class UnreadableAsText extends CompositePayloadConverter {
  override fromPayload<T>(payload: Payload, context?: SerializationContext, hint?: ConverterHint<T>): T {
    try {
      return super.fromPayload(payload, context, hint);
    } catch (error) {
      // Activity inputs and results are written by our own code and are not validated again.
      if (context?.type !== 'workflow') throw error;
      return `a payload that cannot be read: ${(error as Error).message}` as T;
    }
  }
}

/** The SDK requires this export name. */
export const payloadConverter = new UnreadableAsText(
  new UndefinedPayloadConverter(),
  new JsonPayloadConverter(),
);
