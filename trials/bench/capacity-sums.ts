import * as z from 'zod/mini'

/** The cost of one login, and the size of a row with its indexes. */
export type Costs = {
  serverMs: number
  databaseMs: number
  walBytes: number
  /** PostgreSQL connections of one server. */
  connections: number
  auditRows: number
  bytes: { session: number; browser: number; mail: number; audit: number; seal: number }
}

/** The figures of docs/operations.md, "Sizing"; WAL for very many users, who change nearly each page for the first time. */
export const documented: Costs = {
  serverMs: 70,
  databaseMs: 12,
  walBytes: 51_000,
  connections: 16,
  auditRows: 1,
  bytes: { session: 329, browser: 368, mail: 279, audit: 782, seal: 189 },
}

const positive = z.number().check(z.positive())

const measured = z.object({
  at: z.string(),
  machine: z.string(),
  'each login': z.object({
    'ms of processor time, server': positive,
    'ms of processor time, PostgreSQL': positive,
    'bytes of the database’s own log (WAL)': positive,
    'rows of the audit log': positive,
  }),
  'connections of one server at most': positive,
  bytes: z.object({
    sessions: positive,
    known_browsers: positive,
    mails: positive,
    audit_log: positive,
    audit_sealed: positive,
  }),
})

export type Measured = { costs: Costs; at: string; machine: string }

/** Reads a result file of `npm run trials -- bench sizing`; returns undefined for any other text. */
export function readMeasured(text: string): Measured | undefined {
  const { success, data } = measured.safeParse(parsed(text))
  if (!success) return undefined
  const each = data['each login']
  const {
    sessions,
    known_browsers: browser,
    mails,
    audit_log: audit,
    audit_sealed: seal,
  } = data.bytes
  return {
    at: data.at,
    machine: data.machine,
    costs: {
      serverMs: each['ms of processor time, server'],
      databaseMs: each['ms of processor time, PostgreSQL'],
      walBytes: each['bytes of the database’s own log (WAL)'],
      connections: data['connections of one server at most'],
      auditRows: each['rows of the audit log'],
      bytes: { session: sessions, browser, mail: mails, audit, seal },
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The load to plan for. `daily` is the share of users who log in on a day. `peak` is the ratio of the busiest minute's
 * logins to the average minute's, within the nine hours in which nearly all users log in.
 */
export type Demand = { users: number; daily: number; peak: number }

/**
 * Bytes per user, with indexes: row and search text 1,790, account 130, authenticator 240, access to one platform 210
 * (measured in `bench -- year`), password 300, ten recovery codes of 100 each (estimated).
 */
const userBytes = 3_700
/** A browser is remembered for 180 days. A fifth of all logins come from a new browser, which sends a mail. */
const newBrowsers = 0.2
const browserDays = 180
const mailDays = 90
/** Each login opens one platform, which adds another row to the audit log. Its platform session is kept for 30 days. */
const openedPlatforms = 1
const platformSessionDays = 30
const platformSessionBytes = 390
/** The mail about a new browser contains a link that ends the session; the link is kept for 90 days. */
const linkDays = 90
const linkBytes = 440
const auditMonths = 13
/** A mail's job is kept for a day, and a logout notification for an hour, of which nine hours of a day have any. */
const jobBytes = 290
const jobDays = newBrowsers + openedPlatforms / 9
/** The delivery of an event to one webhook is kept for 30 days. */
const deliveryDays = 30
const deliveryBytes = 540
const daysOfMonth = 365 / 12
const busySeconds = 9 * 3_600
/** A session lasts at most twelve hours: half a day. */
const sessionDays = 0.5
const coresOfServer = 4
/** The planned utilization of a core; the rest is headroom for unexpected load. */
const load = 0.5

export type Capacity = {
  loginsADay: number
  peakLogins: number
  /** Cores at full use; the planned cores are half used. */
  serverCores: number
  databaseCores: number
  plannedServerCores: number
  plannedDatabaseCores: number
  servers: number
  connections: number
  /** WAL in bytes. */
  walASecond: number
  walADay: number
  disk: Record<
    'users' | 'sessions' | 'platformSessions' | 'browsers' | 'mails' | 'links' | 'jobs' | 'audit',
    number
  >
  auditADay: number
  /** Bytes of the deliveries of one webhook that receives each login. */
  deliveries: number
}

export function capacityOf({ users, daily, peak }: Demand, costs: Costs): Capacity {
  const loginsADay = users * daily
  const peakLogins = (loginsADay / busySeconds) * peak
  const serverCores = (peakLogins * costs.serverMs) / 1_000
  const databaseCores = (peakLogins * costs.databaseMs) / 1_000
  const plannedServerCores = Math.max(2, Math.ceil(serverCores / load))
  // One server may fail.
  const servers = Math.max(2, Math.ceil(plannedServerCores / coresOfServer))
  const { session, browser, mail, audit, seal } = costs.bytes
  const auditADay = loginsADay * (costs.auditRows + openedPlatforms) * (audit + seal)
  return {
    loginsADay,
    peakLogins,
    serverCores,
    databaseCores,
    plannedServerCores,
    plannedDatabaseCores: Math.max(2, Math.ceil(databaseCores / load)),
    servers,
    connections: servers * costs.connections,
    walASecond: peakLogins * costs.walBytes,
    walADay: loginsADay * costs.walBytes,
    disk: {
      users: users * userBytes,
      sessions: loginsADay * sessionDays * session,
      platformSessions: loginsADay * openedPlatforms * platformSessionDays * platformSessionBytes,
      browsers: Math.min(users * 3, loginsADay * newBrowsers * browserDays) * browser,
      mails: loginsADay * newBrowsers * mailDays * mail,
      links: loginsADay * newBrowsers * linkDays * linkBytes,
      jobs: loginsADay * jobDays * jobBytes,
      audit: auditADay * daysOfMonth * auditMonths,
    },
    auditADay,
    deliveries: loginsADay * deliveryDays * deliveryBytes,
  }
}
