import type { AnyPlatform, DirectPorts, DirectSession, SessionPurpose } from './session.ts';

/**
 * Does work in a session without a proxy, once: there is no other address to which a block, or a connection that breaks off, could be
 * answered. The failure is the caller's, who waits and tries again.
 * @throws CrawlError of the work; RateLimited when the platform is stopped, or has requested a long pause
 */
export async function withDirectSession<Result>(
  ports: DirectPorts,
  purpose: SessionPurpose<AnyPlatform>,
  work: (session: DirectSession) => Promise<Result>,
): Promise<Result> {
  await ports.admit(purpose.platform);
  const session = await ports.openDirect(purpose);
  try {
    return await work(session);
  } finally {
    // A connection that cannot be closed must not turn finished work into a failure.
    await session.close().catch(() => undefined);
  }
}
