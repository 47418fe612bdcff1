import { useState } from 'react'
import { formatList } from '#contract/text.ts'
import { formatDay } from '#contract/day.ts'
import { nameOfRole } from '#contract/platform-role.ts'
import type { MessagesOf } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { dayOf } from '#web/ui/days.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SwitchList, SwitchRow } from '#web/ui/switch-list.tsx'
import { hasEnded } from '#web/parts/access-end.ts'
import { accessEndMessages } from '#web/parts/texts/messages.ts'
import { AccessDialog, type AccessChange } from './access-dialog.tsx'
import type { UserProps } from './roles.tsx'
import { accessMessages } from './texts/messages.ts'
import type { ColleagueAccess } from './contract.ts'

/** A panel with a switch for each platform that the company may grant, and the user's other platforms. */
export function Platforms({ user, onChanged, onReload }: Omit<UserProps, 'isOwner'>) {
  const t = useMessages(accessMessages)
  // The state is captured when the switch is pressed, so that a background refresh does not change the open dialog.
  const [change, setChange] = useState<AccessChange>()
  const close = () => setChange(undefined)
  return (
    <Panel title={t.access} intro={t.accessHint}>
      {user.platforms.length === 0 && <p className="soft">{t.noneToGive}</p>}
      {user.platforms.length > 0 && (
        <SwitchList>
          {user.platforms.map((access) => (
            <Row
              key={access.id}
              access={access}
              isSelf={user.isSelf}
              isAsking={change?.access.id === access.id && change.what !== 'end'}
              onAsk={(what) => setChange({ what, access, user })}
            />
          ))}
        </SwitchList>
      )}
      {change && (
        <AccessDialog
          {...change}
          onClose={close}
          onReload={() => {
            close()
            onReload()
          }}
          onSaved={(changed) => {
            close()
            onChanged(changed)
          }}
        />
      )}
    </Panel>
  )
}

type RowProps = {
  access: ColleagueAccess
  isSelf: boolean
  /** True while the dialog asks about granting or revoking the access. */
  isAsking: boolean
  /** Opens the dialog of a change. */
  onAsk: (what: AccessChange['what']) => void
}

function Row({ access, isSelf, isAsking, onAsk }: RowProps) {
  const t = useMessages(accessMessages)
  const { name, given, active, state, mayChange } = access
  const isOn = given && active
  const maySwitch = mayChange && !isSelf
  return (
    <SwitchRow
      name={name}
      note={<Note access={access} isSelf={isSelf} />}
      isBad={given && state !== 'active'}
      isOn={isOn}
      isDisabled={!maySwitch}
      isAsking={isAsking}
      onPress={() => onAsk(isOn ? 'take' : 'give')}
    >
      {isOn && maySwitch && (
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={t.changeEndOf({ platform: name })}
          onClick={() => onAsk('end')}
        >
          {t.changeEnd}
        </Button>
      )}
    </SwitchRow>
  )
}

/** The reason why the user cannot open the platform, if any, and the grantor, roles and expiry of the access. */
function Note({ access, isSelf }: Pick<RowProps, 'access' | 'isSelf'>) {
  const [t, endTexts] = [useMessages(accessMessages), useMessages(accessEndMessages)]
  const { locale } = useLocale()
  const { givenBy, expiresAt, mayChange, given, active } = access
  const day = expiresAt && formatDay(dayOf(new Date(expiresAt)), locale)
  const isOver = active && hasEnded(access)
  // For a deactivated account, `reasonOf` already says that only support can change it.
  const isDeactivated = given && !active
  const isNotDelegated = !mayChange && !isSelf && !isDeactivated
  const roleNames = access.roles.map((role) => nameOfRole(role, locale))
  const parts = [
    isOver && day ? endTexts.accessEnded({ day }) : reasonOf(access, t),
    given && active && givenBy && grantorText(givenBy, t),
    given && formatList(roleNames, locale),
    given && day && !isOver && t.until({ day }),
    isNotDelegated && t.notDelegated,
  ]
  return parts.filter(Boolean).join(' · ')
}

type Texts = MessagesOf<typeof accessMessages>

/** Returns the reason why the user cannot open the platform; undefined if they can. */
function reasonOf({ given, active, state }: ColleagueAccess, t: Texts): string | undefined {
  if (!given) return t.why_not_given
  if (!active) return t.why_deactivated
  if (state === 'active') return undefined
  return state === 'deactivated' ? t.platformOff : t[`entry_${state}`]
}

function grantorText({ kind, name }: NonNullable<ColleagueAccess['givenBy']>, t: Texts): string {
  if (kind === 'user') return name === '' ? '' : t.givenByUser({ name })
  if (kind === 'support') return t.givenBySupport
  return kind === 'platform' ? t.givenByPlatform : ''
}
