import { cancellationSignal } from '@temporalio/activity';
import pLimit from 'p-limit';
import type { Proxy } from '../domain/identity.ts';
import type { ProbedProxies } from '../domain/proxy-probe.ts';
import type { Db } from '../db/connect.ts';
import { pruneProxyEvents } from '../db/queries/proxy-outcomes.ts';
import { extendCooldown, findDueProbes, findWitness, reviveProxy } from '../db/queries/proxy-probes.ts';
import { sealPasswords } from '../db/queries/proxy-passwords.ts';
import type { PasswordSeal } from '../db/seal-password.ts';
import type { ProbeResult } from '../egress/probe-proxy.ts';
import { heartbeatWhile } from '../stages/heartbeat-while.ts';

/** A probe takes 15 s at most, so a round of dead proxies ends within minutes. */
const PROBES_AT_ONCE = 10;
const PROBES_MAX = 100;

interface Tools {
  db: Db;
  passwordSeal: PasswordSeal;
  probe(proxy: Proxy, signal: AbortSignal): Promise<ProbeResult>;
}

/** Creates the activities that maintain the proxies. */
export function createProbeProxiesActivities(tools: Tools) {
  return {
    /**
     * Probes the proxies whose cool-down has ended: working ones go back into use, the others rest for longer. Also seals
     * passwords that were stored in plain text, and deletes old events.
     */
    async probeProxies(): Promise<ProbedProxies> {
      await sealPasswords(tools.db, tools.passwordSeal);
      await pruneProxyEvents(tools.db);
      const due = await findDueProbes(tools.db, tools.passwordSeal, PROBES_MAX);
      return heartbeatWhile(
        () => due.length,
        () => probeAll(tools, due),
      );
    },
  };
}

async function probeAll(tools: Tools, due: Proxy[]): Promise<ProbedProxies> {
  const limit = pLimit(PROBES_AT_ONCE);
  const signal = cancellationSignal();
  const tried = await Promise.all(
    due.map((proxy) => limit(async () => ({ proxy, result: await tools.probe(proxy, signal) }))),
  );
  const done: ProbedProxies = { revived: 0, rested: 0, unclear: 0 };
  for (const { proxy, result } of tried) {
    if (!result.isGood) continue;
    if (await reviveProxy(tools.db, proxy.id, result.exitAddress)) done.revived += 1;
  }
  const failed = tried.flatMap(({ proxy, result }) => (result.isGood ? [] : [{ proxy, result }]));
  const echoAnswers = failed.length < tried.length || (failed.length > 0 && (await isEchoThere(tools)));
  for (const { proxy, result } of failed) {
    if (!result.isCertain && !echoAnswers) done.unclear += 1;
    else if (await extendCooldown(tools.db, proxy.id, result.error)) done.rested += 1;
  }
  return done;
}

/** Whether the echo service answers through a proxy in use. If it is down, every probe fails through no fault of the proxies. */
async function isEchoThere(tools: Tools): Promise<boolean> {
  const witness = await findWitness(tools.db, tools.passwordSeal);
  return witness !== null && (await tools.probe(witness, cancellationSignal())).isGood;
}
