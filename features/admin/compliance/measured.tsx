import type { ReactNode } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import type { Link } from '#contract/links.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useColon, useGap, useMessages } from '#web/locale.ts'
import { Breakable } from '#web/ui/breakable.tsx'
import { rich } from '#web/ui/rich.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import type { MeasuredRequirement } from './contract.ts'
import { messages, progressMessages, findingMessages } from './texts/messages.ts'
import styles from './page.module.css'
import { ToDo } from './to-do.tsx'

type Finding = MeasuredRequirement['found'][number]

const dayMs = 24 * 60 * 60 * 1_000
const ninetyDaysAgo = () => new Date(Date.now() - 90 * dayMs).toISOString().slice(0, 10)
const usersWithoutFactor = () =>
  adminLinks.users({ status: 'active,invited,locked', secondFactor: 'none' })

/** Links to the closest list for a finding; the list may contain more rows than the finding counts. */
const lists: Readonly<Record<string, () => Link>> = {
  unusedUsers: () => adminLinks.users({ lastLoginBefore: ninetyDaysAgo(), sort: '-lastLogin' }),
  unusedAdmins: () => adminLinks.admins(),
  // The list of users has no filter for the age of passwords.
  oldPasswords: usersWithoutFactor,
  longWithoutFactor: usersWithoutFactor,
  idlePlatforms: () => adminLinks.platforms(),
}

/**
 * Shows the findings of a requirement: weak settings, violations, the reason for an exception, remedies, checks without
 * a violation, and the other settings. `data-violates` is true for weak settings and violations. Narrow screens hide
 * the checks without a violation.
 */
export function Measured({ row }: { row: MeasuredRequirement }) {
  const t = useMessages(messages)
  const gap = useGap()
  const colon = useColon()
  const words: Readonly<Record<string, string>> = useMessages(findingMessages)
  const { value, weak, found, reason } = row
  const violations = found.filter(({ count }) => count > 0)
  const zeros = found.filter(({ count }) => count === 0)
  const weakSettings = weak.map(({ setting }) => setting)
  const otherSettings = value.split(' ').filter((setting) => !weakSettings.includes(setting))
  return (
    <div className={styles.facts}>
      {weakSettings.map((setting) => (
        <WeakSetting key={setting} setting={setting} />
      ))}
      {violations.map((finding) => (
        <Violation key={finding.what} finding={finding} />
      ))}
      {reason !== '' && <p>{t.reason({ reason })}</p>}
      <ToDo weak={weak} violations={violations} />
      {zeros.map(({ what }) => (
        <p key={what} className="hint" data-violates="false">
          {words[what]}
          {colon}
          <strong>0</strong>
        </p>
      ))}
      {value !== '' && otherSettings.length > 0 && (
        <p className={styles.settings}>
          {t.settings}
          {gap}
          {otherSettings.map((setting) => (
            <code key={setting} dir="ltr">
              <Breakable text={setting} />
            </code>
          ))}
        </p>
      )}
    </div>
  )
}

const warningPath = 'M8 2l6.5 12h-13zM8 6.5v3.5m0 2v.2'

function WeakSetting({ setting }: { setting: string }) {
  const t = useMessages(progressMessages)
  // The value may contain more equals signs.
  const [name = '', value = ''] = setting.split(/=(.*)/s)
  return (
    <p data-violates="true">
      <LineIcon path={warningPath} box={16} />
      <span>
        {rich(value === '' ? t.isUnset : t.isSet, {
          name: (
            <code dir="ltr">
              <Breakable text={name} />
            </code>
          ),
          value: <code dir="ltr">{value}</code>,
        })}
      </span>
    </p>
  )
}

/** Shows a finding with the names of the platforms that it counts. */
function Violation({ finding: { what, count, platforms } }: { finding: Finding }) {
  const t = useMessages(progressMessages)
  const colon = useColon()
  const words: Readonly<Record<string, string>> = useMessages(findingMessages)
  return (
    <>
      <p data-violates="true">
        <LineIcon path={warningPath} box={16} />
        <span>
          {platforms ? words[what] : <ListLink what={what}>{words[what]}</ListLink>}
          {colon}
          <strong>{count}</strong>
        </span>
      </p>
      {platforms && (
        <p className={styles.names}>
          {platforms.map(({ id, name }) => (
            <bdi key={id}>
              <LinkTo to={adminLinks.platform({ id })}>{name}</LinkTo>
            </bdi>
          ))}
          {/* The reply contains at most 50 platforms. */}
          {platforms.length < count && <ListLink what={what}>{t.platforms}</ListLink>}
        </p>
      )}
    </>
  )
}

function ListLink({ what, children }: { what: string; children: ReactNode }) {
  const list = lists[what]
  return list ? <LinkTo to={list()}>{children}</LinkTo> : children
}
