import { Suspense, type ReactNode } from 'react'
import { textWith } from '#contract/text.ts'
import type { Me, PlatformAccessState } from '#contract/me.ts'
import { platformRefusalReason, type PlatformRefusalReason } from '#contract/platform-refusal.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { settings } from '#web/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import { findPlatformName } from '../../features/account/home/contract.ts'
import { platformAccessMessages } from './texts/messages.ts'

type NoticeProps = {
  forbiddenSubsystem?: string | undefined
  /** Logged-in user, if there is one. */
  me?: Pick<Me, 'subsystems' | 'ipAddress'>
  /** Adds the company's administrators to the advice to ask them, and a request if they can grant the platform. */
  ask?: (platform: { id: string; name: string }, advice: ReactNode) => ReactNode
}

const messageKeys = {
  no_access: ['noAccessTitle', 'noAccessHelp'],
  deactivated: ['endedTitle', 'noAccessHelp'],
  platform_off: ['offTitle', 'offHelp'],
  no_partner: ['noPartnerTitle', 'noPartnerHelp'],
  ip_not_allowed: ['ipTitle', 'ipHelp'],
  wrong_subsystem: ['wrongTitle', 'wrongHelp'],
  loop: ['loopTitle', 'loopHelp'],
} as const satisfies Record<PlatformRefusalReason, unknown>

/** Notice of the query parameters of a page, shown once the platform's name is loaded. */
export function PlatformAccessNotice({
  errorType,
  ...props
}: NoticeProps & { errorType: string | undefined }) {
  const { forbiddenSubsystem, me } = props
  const formerReason = platformRefusalReason(errorType, forbiddenSubsystem)
  const [loadedName] = useLoaded(() => nameOf(forbiddenSubsystem), forbiddenSubsystem)
  if (formerReason === undefined || loadedName === undefined) return null
  const platform = me?.subsystems.find(({ id }) => id === forbiddenSubsystem)
  const reason = currentReason(formerReason, platform?.state)
  if (reason === 'active') return platform && <OpenNotice platform={platform} />
  return (
    <RefusalNotice
      {...props}
      reason={reason}
      knownName={loadedName instanceof Error ? '' : loadedName}
    />
  )
}

type RefusalProps = NoticeProps & {
  reason: PlatformRefusalReason
  /** The platform's name; empty if unknown. */
  knownName: string
}

/** Notice that says why a platform sent the user back, who can help, and which platform is open. */
export function RefusalNotice({ forbiddenSubsystem, reason, knownName, me, ask }: RefusalProps) {
  const t = useMessages(platformAccessMessages)
  const name = knownName || t.thePlatform
  const subsystems = me?.subsystems ?? []
  const otherPlatform = subsystems.find(
    ({ id, state }) => state === 'active' && id !== forbiddenSubsystem,
  )
  const [titleKey, helpKey] = messageKeys[reason]
  const { supportEmail } = settings().brand
  const heading = textWith(t[titleKey], { name })
  // The text for an unknown platform, `t.thePlatform`, is written for the middle of a sentence.
  const title = knownName === '' ? heading.charAt(0).toUpperCase() + heading.slice(1) : heading
  const help = <p>{textWith(t[helpKey], { name })}</p>
  return (
    <Notice kind="caution" title={title}>
      <Suspense>
        {ask && forbiddenSubsystem !== undefined && knownName !== '' && isAskable(reason)
          ? ask({ id: forbiddenSubsystem, name }, help)
          : help}
      </Suspense>
      {reason === 'ip_not_allowed' && me && <p>{t.ipAddress({ address: me.ipAddress })}</p>}
      {reason === 'wrong_subsystem' && otherPlatform && (
        <p>
          <ButtonLink href={otherPlatform.url}>{t.goTo({ name: otherPlatform.name })}</ButtonLink>
        </p>
      )}
      <p>
        <a className="side-link" href={`mailto:${supportEmail}`}>
          {t.support({ email: supportEmail })}
        </a>
      </p>
    </Notice>
  )
}

/** Returns the state of the user's access, which may have changed since the platform sent the user back. */
function currentReason(
  formerReason: PlatformRefusalReason,
  state: PlatformAccessState | undefined,
): PlatformRefusalReason | 'active' {
  return formerReason === 'loop' || formerReason === 'platform_off'
    ? formerReason
    : (state ?? formerReason)
}

/** Notice for a platform that has become available since it sent the user back. */
function OpenNotice({ platform: { name, url } }: { platform: Me['subsystems'][number] }) {
  const t = useMessages(platformAccessMessages)
  return (
    <Notice kind="success" title={t.openTitle({ name })}>
      <p>{t.openHelp({ name })}</p>
      <p>
        <ButtonLink href={url}>{t.goTo({ name })}</ButtonLink>
      </p>
    </Notice>
  )
}

/** Returns true if access is all that the user lacks. */
function isAskable(reason: PlatformRefusalReason): boolean {
  return reason === 'no_access' || reason === 'deactivated' || reason === 'wrong_subsystem'
}

/**
 * Loads the platform's name from the server, because text of the URL is never shown and the user may not have the
 * platform.
 */
async function nameOf(id: string | undefined): Promise<string> {
  if (!id) return ''
  return (await call(findPlatformName, { query: { id } })).name ?? ''
}
