import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import type { MessagesOf } from '#contract/locale.ts'
import { formatDay } from '#contract/day.ts'
import { nameOf } from '#contract/full-name.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/confirm.tsx'
import { dayOf } from '#web/ui/days.ts'
import { Failure } from '#web/ui/failure.tsx'
import { FieldFault } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/form.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ReasonField } from '#web/ui/reason-field.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import { ConflictNotice, useConflict } from '#web/ui/record-form.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { hasEnded } from '#web/parts/access-end.ts'
import { accessEndMessages, platformRoleMessages } from '#web/parts/texts/messages.ts'
import { namesOfRoles, roleIdsIn, RoleTicks } from '#web/parts/role-ticks.tsx'
import { SwitchList, SwitchRow } from '#web/ui/switch-list.tsx'
import { userTexts } from './actions.tsx'
import { getPlatforms, setPlatforms, type Details, type PlatformAccounts } from './contract.ts'

type Props = { user: Details; onSaved: () => void }
type Account = PlatformAccounts['platforms'][number]
/** The change that the dialog asks about. `roles` changes only the roles of existing access. */
type Change = { kind: 'give' | 'take' | 'roles'; account: Account; accounts: PlatformAccounts }

/** A switch for each platform of the user or the user's company, with the reason if the user cannot open it. */
export function Platforms({ user, onSaved }: Props) {
  const t = useMessages(userTexts)
  // A snapshot, so that a background refresh does not change the open dialog.
  const [change, setChange] = useState<Change>()
  const accounts = useQuery({
    queryKey: ['platforms-of', user.id],
    queryFn: ({ signal }) => call(getPlatforms, { params: { id: user.id } }, { signal }),
    staleTime: 0,
  })
  const reload = () => void accounts.refetch()
  const { data } = accounts
  return (
    <Panel title={t.access} intro={t.accessHint}>
      {accounts.isPending && <Skeleton rows={3} text={t.loadingOne} />}
      {accounts.error && <Failure text={t.accessFailed} error={accounts.error} onRetry={reload} />}
      {data?.platforms.length === 0 && <p className="soft">{t.noneToGive}</p>}
      {data && data.platforms.length > 0 && (
        <SwitchList>
          {data.platforms.map((account) => (
            <Switch
              key={account.id}
              account={account}
              isAsking={change?.account.id === account.id && change.kind !== 'roles'}
              onChange={(kind) => setChange({ kind, account, accounts: data })}
            />
          ))}
        </SwitchList>
      )}
      {change && (
        <AccessDialog
          {...change}
          user={user}
          onReload={() => {
            setChange(undefined)
            reload()
          }}
          onClose={() => setChange(undefined)}
          onSaved={() => {
            setChange(undefined)
            reload()
            onSaved()
          }}
        />
      )}
    </Panel>
  )
}

type SwitchProps = {
  account: Account
  isAsking: boolean
  onChange: (kind: Change['kind']) => void
}

/** A switch that shows the change while the dialog asks, and keeps it once it is saved. The name links to the platform, if the admin may see it. */
function Switch({ account, isAsking, onChange }: SwitchProps) {
  const t = useMessages(userTexts)
  const roles = useMessages(platformRoleMessages)
  const endTexts = useMessages(accessEndMessages)
  const { locale } = useLocale()
  const { id, name, given, active, expiresAt, offeredRoles } = account
  const isOn = given && active
  const reason =
    active && expiresAt !== null && hasEnded(account)
      ? endTexts.accessEnded({ day: formatDay(dayOf(new Date(expiresAt)), locale) })
      : reasonOf(account, t)
  const roleNames = namesOfRoles(offeredRoles, account.roles, locale)
  return (
    <SwitchRow
      name={name}
      to={adminLinks.platform({ id })}
      note={reason ?? (roleNames === '' ? undefined : <bdi>{roleNames}</bdi>)}
      isBad={given && reason !== undefined}
      isOn={isOn}
      isAsking={isAsking}
      onPress={() => onChange(isOn ? 'take' : 'give')}
    >
      {given && offeredRoles.length > 0 && (
        <Button
          variant="quiet"
          aria-label={roles.changeRolesOf({ platform: name })}
          onClick={() => onChange('roles')}
        >
          {roles.changeRoles}
        </Button>
      )}
    </SwitchRow>
  )
}

/** Returns the reason why the user cannot open the platform; undefined if they can. */
function reasonOf(
  { given, active, state }: Account,
  t: MessagesOf<typeof userTexts>,
): string | undefined {
  if (!given) return t.why_not_given
  if (!active) return t.why_deactivated
  if (state === 'active') return undefined
  return state === 'deactivated' ? t.platformOff : t[`entry_${state}`]
}

type DialogProps = Props & Change & { onReload: () => void; onClose: () => void }

function AccessDialog(props: DialogProps) {
  const { user, account, kind, onReload, onClose } = props
  const t = useMessages(userTexts)
  const roleTexts = useMessages(platformRoleMessages)
  const { form, conflict } = useAccessForm(props)
  const names = { name: nameOf(user), platform: account.name }
  const { title, action, effect } = {
    give: { title: t.askGive(names), action: t.give, effect: t.giveEffect(names) },
    take: { title: t.askTake(names), action: t.take, effect: t.takeEffect(names) },
    roles: {
      title: roleTexts.askRoles(names),
      action: roleTexts.saveRoles,
      effect: roleTexts.rolesEffect,
    },
  }[kind]
  const options = (['no_access', 'deactivated'] as const).map((value) => ({
    value,
    text: t[`how_${value}`],
  }))
  return (
    <FormDialog
      title={title}
      action={action}
      isDangerous={kind === 'take'}
      onClose={onClose}
      form={form}
      fields={
        <>
          {kind === 'take' ? (
            <SelectField form={form} name="how" label={t.how} options={options} />
          ) : (
            <RoleTicks
              offered={account.offeredRoles}
              value={form.values.roles}
              onChange={(value) => form.set('roles', value)}
            />
          )}
          <ReasonField form={form} label={t.reason} />
          <FieldFault form={form} name="subsystems" />
          <ConflictNotice {...{ conflict, onReload, t }} />
        </>
      }
    >
      <p>{effect}</p>
    </FormDialog>
  )
}

/** Returns the form of the dialog, which sends the whole list of platforms with one changed. */
function useAccessForm({ user, kind, account, accounts, onSaved }: DialogProps) {
  const t = useMessages(userTexts)
  const { conflict, onRefused } = useConflict()
  const { unknownRole } = useMessages(platformRoleMessages)
  const form = useForm(
    setPlatforms,
    { ...t, unknownRole },
    {
      initial: {
        how: 'no_access',
        // Only for `FieldFault`, which shows the server's errors about this field; no input has this name.
        subsystems: '',
        roles: account.roles.join(' '),
        reason: '',
      },
      params: { id: user.id },
      headers: { 'if-match': accounts.etag },
      toBody: ({ how, roles, reason }) => ({
        subsystems: accounts.platforms.flatMap(({ id, given, active }) => {
          if (id !== account.id) return given ? [{ id, active }] : []
          if (kind === 'take') return how === 'deactivated' ? [{ id, active: false }] : []
          return [{ id, active: kind === 'give' || active, roles: roleIdsIn(roles) }]
        }),
        reason,
      }),
      onRefused,
      onDone: () => {
        showSuccess(t.accessSaved({ name: nameOf(user) }))
        onSaved()
      },
    },
  )
  return { form, conflict }
}
