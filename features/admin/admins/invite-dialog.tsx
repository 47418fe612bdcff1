import { useState } from 'react'
import { localeNames, locales } from '#contract/locale.ts'
import type { Role } from '#contract/permission.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { FormDialog } from '#web/ui/confirm.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { useForm } from '#web/ui/form.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { accountMessages, messages } from './texts/messages.ts'
import { inviteAdmin, type AdminUser } from './contract.ts'
import { RoleChoices, RoleDifference } from './role-choices.tsx'
import styles from './page.module.css'

type Props = { onClose: () => void; onDone: (admin: AdminUser) => void }

/** A dialog to invite an admin. Shows the permissions of the chosen roles before the invitation is sent. */
export function InviteDialog({ onClose, onDone }: Props) {
  const t = useMessages(accountMessages)
  const { beyondOwn } = useMessages(messages)
  const { locale } = useLocale()
  const [roles, setRoles] = useState<readonly Role[]>([])
  const form = useForm(
    inviteAdmin,
    { ...t, beyondOwn },
    {
      empty: { email: '', firstname: '', lastname: '', preferredLanguage: locale },
      toBody: (typed) => ({ ...typed, roles }),
      onDone: (invited) => {
        showSuccess(t.invited({ email: invited.email }))
        onDone(invited)
      },
    },
  )
  return (
    <FormDialog
      title={t.inviteTitle}
      action={t.send}
      onClose={onClose}
      form={form}
      fields={
        <>
          <TextField form={form} name="email" type="email" autoComplete="off" />
          <div className={styles.names}>
            <TextField form={form} name="firstname" autoComplete="off" />
            <TextField form={form} name="lastname" autoComplete="off" />
          </div>
          <SelectField
            form={form}
            name="preferredLanguage"
            options={locales.map((value) => ({ value, text: localeNames[value], lang: value }))}
          />
          <RoleChoices wanted={roles} onChange={setRoles} />
          <RoleDifference before={[]} after={roles} />
        </>
      }
    >
      <p>{settings().adminSignIn === 'oidc' ? t.inviteTextCompany : t.inviteText}</p>
    </FormDialog>
  )
}
