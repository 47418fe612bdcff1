import { useState } from 'react'
import { companyRoleMessages } from '#contract/texts/messages.ts'
import { companyRoles, type CompanyRole } from '#contract/permission.ts'
import { nameOf } from '#contract/full-name.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { FormDialog } from '#web/ui/confirm.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { useForm } from '#web/ui/form.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ConflictNotice, useConflict } from '#web/ui/record-form.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { setColleagueRoles, type Colleague } from './contract.ts'
import { roleMessages } from './texts/messages.ts'

export type UserProps = {
  user: Colleague
  /** True if the caller owns the company. */
  isOwner: boolean
  onChanged: (user: Colleague) => void
  onReload: () => void
}

/** The user's administrative roles in the company. */
export function Roles(props: UserProps) {
  const { user, isOwner } = props
  const [t, names] = [useMessages(roleMessages), useMessages(companyRoleMessages)]
  const [isChanging, setChanging] = useState(false)
  return (
    <Panel title={t.roles} intro={t.rolesHint}>
      {user.roles.length === 0 && <p className="soft">{t.none}</p>}
      {user.roles.length > 0 && (
        <dl className="facts">
          {user.roles.map((role) => (
            <Fact key={role} name={names[role]}>
              {names[`${role}Text`]}
            </Fact>
          ))}
        </dl>
      )}
      {isOwner && !user.isSelf && (
        <div className="button-row">
          <Button aria-haspopup="dialog" onClick={() => setChanging(true)}>
            {t.change}
          </Button>
        </div>
      )}
      {isChanging && <RolesDialog {...props} onClose={() => setChanging(false)} />}
    </Panel>
  )
}

function RolesDialog({ user, onChanged, onReload, onClose }: UserProps & { onClose: () => void }) {
  const [t, names] = [useMessages(roleMessages), useMessages(companyRoleMessages)]
  const [selected, setSelected] = useState<readonly string[]>(user.roles)
  const { conflict, onRefused } = useConflict()
  const name = nameOf(user)
  const form = useForm(setColleagueRoles, t, {
    // `selected` contains the roles; the name is only for the server's errors about them.
    initial: { roles: '' },
    params: { id: user.id },
    headers: { 'if-match': user.rolesEtag },
    toBody: () => ({ roles: selected }),
    onRefused,
    onDone: (changed) => {
      showSuccess(t.saved({ name }))
      onChanged(changed)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t.askRoles({ name })}
      action={t.save}
      onClose={onClose}
      form={form}
      fields={
        <>
          <ChoiceGroup
            form={form}
            name="roles"
            options={companyRoles.map((id) => ({ id, name: names[id] }))}
            selectedIds={selected}
            onChoose={setSelected}
          />
          <Ability name={name} roles={companyRoles.filter((role) => selected.includes(role))} />
          <ConflictNotice
            conflict={conflict}
            onReload={() => {
              onClose()
              onReload()
            }}
            t={t}
          />
        </>
      }
    />
  )
}

/** A preview of the user's future abilities, before the roles are saved. */
function Ability({ name, roles }: { name: string; roles: readonly CompanyRole[] }) {
  const [t, names] = [useMessages(roleMessages), useMessages(companyRoleMessages)]
  // An owner has the abilities of every other role.
  const abilities = (['people', 'security', 'auditor'] as const).filter(
    (role) => roles.includes('owner') || roles.includes(role),
  )
  return (
    <div role="status">
      {roles.length === 0 && <p>{t.canNothing({ name })}</p>}
      {roles.length > 0 && (
        <>
          <p>{t.can({ name })}</p>
          <ul>
            {abilities.map((role) => (
              <li key={role}>{names[`${role}Text`]}</li>
            ))}
            {roles.includes('owner') && <li>{t.asOwner}</li>}
          </ul>
        </>
      )}
    </div>
  )
}
