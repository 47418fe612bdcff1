import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { DeviceName } from '#web/parts/device.tsx'
import { auditTitleMessages } from '#web/parts/texts/messages.ts'
import { Breakable } from '#web/ui/breakable.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { CopyIcon, IconButton } from '#web/ui/icon-button.tsx'
import { LogContext, useLog, without, type AuditSearch } from './audit-search.tsx'
import { platformName, type Entry } from './entry-cells.tsx'
import { messages } from './texts/messages.ts'
import styles from './details.module.css'

/** Lists the recorded facts of an entry, some with a filter button or a copy button. Omits empty facts. */
export function EntryFacts({ entry }: { entry: Entry }) {
  const t = useMessages(messages)
  const log = useLog()
  const { locale } = useLocale()
  const { id, timestamp, ipAddress, requestId, subSystem, names, data } = entry
  const platform = platformName(subSystem, names[subSystem], t)
  return (
    <dl className={`facts ${styles.facts}`}>
      <Fact name={t.time}>
        <time dateTime={timestamp}>{formatTime(timestamp, locale, log.timeZone)}</time>
        <small>
          <bdi dir="ltr">{timestamp}</bdi>
        </small>
      </Fact>
      <Actor entry={entry} />
      <Target entry={entry} />
      {ipAddress !== '' && (
        <Fact name={t.ipAddress}>
          <Value value={ipAddress} filter={{ ipAddress }} copyLabel={t.ipAddress} />
        </Fact>
      )}
      <Fact name={t.subSystem}>
        <Value value={platform} filter={{ subSystem }} />
      </Fact>
      <DataFacts data={data} />
      <Months data={data} />
      {requestId !== '' && (
        <Fact name={t.requestId}>
          {/* A request id identifies all entries of a request, so other filters would only hide some. */}
          <LogContext value={{ ...log, search: {} }}>
            <Value value={requestId} filter={{ requestId }} copyLabel={t.requestId} />
          </LogContext>
        </Fact>
      )}
      <Fact name={t.entryId}>
        <Value value={id} copyLabel={t.entryId} />
      </Fact>
    </dl>
  )
}

type ValueProps = {
  value: string
  /** Filter that the value adds to the current filters. */
  filter?: AuditSearch
  /** Name of the value in the label of its copy button; undefined for a value without one. */
  copyLabel?: string
}

function Value({ value, filter, copyLabel }: ValueProps) {
  const { search, go } = useLog()
  const t = useMessages(messages)
  return (
    <span className={styles.value}>
      {copyLabel === undefined ? (
        <bdi>
          <Breakable text={value} />
        </bdi>
      ) : (
        <>
          <bdi dir="ltr" className={styles.code}>
            <Breakable text={value} />
          </bdi>
          <CopyIcon text={value} label={t.copy({ what: copyLabel })} />
        </>
      )}
      {filter && (
        <IconButton
          box={16}
          label={t.onlyThis({ value })}
          path="M2.5 3.5h11L9.5 8.5v4l-3 1.5V8.5z"
          onPress={() => go({ ...without(search, 'cursor', 'entry'), ...filter })}
        />
      )}
    </span>
  )
}

function Actor({ entry: { user, userId, actorKind } }: { entry: Entry }) {
  const t = useMessages(messages)
  const kind = t[`kind_${actorKind}`]
  if (userId === null) return <Fact name={t.user}>{kind}</Fact>
  return (
    <Fact name={t.user}>
      <Value value={user || t.erased} filter={{ user: userId }} />
      {actorKind !== 'user' && <small>{kind}</small>}
    </Fact>
  )
}

function Target({ entry: { target, targetId, targetKind, userId } }: { entry: Entry }) {
  const t = useMessages(messages)
  const titles = useMessages(auditTitleMessages)
  if (targetId === null || targetKind === null || targetId === userId) return null
  const hasNoName = targetKind === 'month' || targetKind === 'session'
  const name = hasNoName ? targetId : target || titles[`deleted_${targetKind}`]
  // The filter `user` matches actors and targets, but never platforms.
  const isFilter = !hasNoName && targetKind !== 'platform'
  return (
    <Fact name={t.target}>
      <Value value={name} {...(isFilter && { filter: { user: targetId } })} />
    </Fact>
  )
}

const textFields = [
  'browser',
  'method',
  'endedSessions',
  'ended',
  'failures',
  'people',
  'until',
] as const

/** Shows the fields of `data` in `textFields` that have a value. */
function DataFacts({ data }: { data: Entry['data'] }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { timeZone } = useLog()
  const texts: Readonly<Record<string, unknown>> = t
  return textFields.map((name) => {
    const value = data[name]
    if (typeof value !== 'string' && typeof value !== 'number') return null
    if (value === '' || isMonth(value)) return null
    const recorded = String(value)
    const text = name === 'method' ? texts[`method_${value}`] : undefined
    const time = name === 'until' && formatTime(recorded, locale, timeZone)
    return (
      <Fact key={name} name={t[`fact_${name}`]}>
        {name === 'browser' ? (
          <DeviceName browser={recorded} />
        ) : (
          <bdi>{typeof text === 'string' ? text : time || recorded}</bdi>
        )}
      </Fact>
    )
  })
}

/** Shows the first and last month of an exported log. */
function Months({ data }: { data: Entry['data'] }) {
  const t = useMessages(messages)
  return (['from', 'until'] as const).map((name) => {
    const month = data[name]
    return (
      isMonth(month) && (
        <Fact key={name} name={t[name]}>
          <bdi>{month}</bdi>
        </Fact>
      )
    )
  })
}

/** Returns true for a month such as 2026-01. The `until` of other entries is a time. */
function isMonth(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d$/.test(value)
}
