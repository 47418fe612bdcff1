import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { localeNames, locales } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { adminAccountQuery } from '#web/me.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { changeAdminLanguage } from './contract.ts'
import { languageMessages } from './language-messages.ts'

/** In which language the logged-in admin is mailed. */
export function EmailLanguage() {
  const t = useMessages(languageMessages)
  const queryClient = useQueryClient()
  const { preferredLanguage } = useSuspenseQuery(adminAccountQuery).data
  const form = useForm(changeAdminLanguage, t, {
    empty: { preferredLanguage },
    onDone: () => {
      showSuccess(t.saved)
      void queryClient.invalidateQueries({ queryKey: adminAccountQuery.queryKey })
    },
  })
  return (
    <Form form={form}>
      <SelectField
        form={form}
        name="preferredLanguage"
        autoComplete="language"
        options={locales.map((value) => ({ value, text: localeNames[value], lang: value }))}
      />
      {form.values.preferredLanguage !== preferredLanguage && (
        <div className="button-row">
          <SubmitButton form={form}>{t.save}</SubmitButton>
        </div>
      )}
    </Form>
  )
}
