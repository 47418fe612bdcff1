import { fill, type MessagesOf } from '#contract/locale.ts'
import { platformAccessStates, type PlatformAccessState, type Me } from '#contract/me.ts'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { settings } from '#web/settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { messages } from './platform-messages.ts'

/** A loop is no refusal: the platform sent somebody back again and again, and the portal stopped it. */
type Refused = Exclude<PlatformAccessState, 'active'> | 'loop'
type Props = {
  forbiddenSubsystem: string | undefined
  errorType: string | undefined
  /** Whom the server sees, once she is logged in. */
  me?: Pick<Me, 'subsystems' | 'ipAddress'>
}

/** Why a platform sent somebody back, who can help, and where she can go on. */
export function PlatformAccessNotice({ forbiddenSubsystem, errorType, me }: Props) {
  const t = useMessages(messages)
  const reason = refusedOf(errorType, forbiddenSubsystem)
  if (reason === undefined) return null
  const subsystems = me?.subsystems ?? []
  // The name is the server's; what stands in the address bar is never repeated.
  const name = subsystems.find(({ id }) => id === forbiddenSubsystem)?.name ?? t.thePlatform
  const right = subsystems.find(({ id, state }) => state === 'active' && id !== forbiddenSubsystem)
  const [title, text] = sentences(t, reason)
  const { supportEmail } = settings().brand
  return (
    <Notice kind="warning" title={fill(title, { name })}>
      <p>{fill(text, { name })}</p>
      {reason === 'ip_not_allowed' && me && <p>{fill(t.ipAddress, { address: me.ipAddress })}</p>}
      {reason === 'wrong_subsystem' && right && (
        <p>
          <ButtonLink href={right.url}>{fill(t.goTo, { name: right.name })}</ButtonLink>
        </p>
      )}
      <p>
        <a className="side-link" href={`mailto:${supportEmail}`}>
          {fill(t.support, { email: supportEmail })}
        </a>
      </p>
    </Notice>
  )
}

function refusedOf(
  errorType: string | undefined,
  platform: string | undefined,
): Refused | undefined {
  if (errorType === 'loop') return errorType
  const known = platformAccessStates.find((state) => state === errorType)
  if (known !== undefined && known !== 'active') return known
  return errorType !== undefined || platform !== undefined ? 'no_access' : undefined
}

function sentences(t: MessagesOf<typeof messages>, reason: Refused): [title: string, text: string] {
  const all: Record<Refused, [string, string]> = {
    no_access: [t.noAccessTitle, t.noAccessHelp],
    deactivated: [t.deactivatedTitle, t.noAccessHelp],
    no_partner: [t.noPartnerTitle, t.noPartnerHelp],
    ip_not_allowed: [t.ipTitle, t.ipHelp],
    wrong_subsystem: [t.wrongTitle, t.wrongHelp],
    loop: [t.loopTitle, t.loopHelp],
  }
  return all[reason]
}
