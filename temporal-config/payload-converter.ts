import {
  CompositePayloadConverter,
  JsonPayloadConverter,
  UndefinedPayloadConverter,
  type ConverterHint,
  type Payload,
  type SerializationContext,
} from '@temporalio/common';

/**
 * Temporal's own JSON. What it cannot read, such as `{not json` typed by hand, reaches the workflow as words that say so, and is refused
 * there like any other wrong input: if reading it threw, the workflow's task would fail again and again, and hold the id.
 */
class ReadsOrTells extends CompositePayloadConverter {
  override fromPayload<T>(payload: Payload, context?: SerializationContext, hint?: ConverterHint<T>): T {
    try {
      return super.fromPayload(payload, context, hint);
    } catch (error) {
      // What an activity is given or gives back is ours, and nothing checks it again.
      if (context?.type !== 'workflow') throw error;
      return `a payload that cannot be read: ${(error as Error).message}` as T;
    }
  }
}

/** The name is the SDK's. */
export const payloadConverter = new ReadsOrTells(new UndefinedPayloadConverter(), new JsonPayloadConverter());
