import { isForSupport } from '#contract/remedies.ts'
import { CopyDetails, Reason } from './failure.tsx'
import { fieldMessages } from './texts/messages.ts'
import type { FormState } from './form-state.ts'
import styles from './form.module.css'
import { useColon, useMessages } from '../locale.ts'

type Props<Name extends string> = { form: FormState<Name>; failed?: string | undefined }

/** A summary above the form, with one general error or with links to the invalid fields. */
export function FormSummary<Name extends string>({ form, failed }: Props<Name>) {
  const t = useMessages(fieldMessages)
  const colon = useColon()
  const { fields, general } = form.faults
  const names = Object.keys(fields)
  const hidden = names.filter((name) => !isShown(form.id, name))
  if (!general && names.length < form.summaryFrom && hidden.length === 0) return null

  return (
    <div className={styles.summary} role="alert" tabIndex={-1} data-summary="">
      {general ? (
        <>
          {failed !== undefined && (
            <p>
              <strong>{failed}</strong>
            </p>
          )}
          <p>
            <Reason facts={general} textOf={form.textOf} />
          </p>
          {general.requestId !== undefined && isForSupport(general.remedy) && (
            <CopyDetails text={form.textOf(general.key) ?? ''} facts={general} />
          )}
        </>
      ) : (
        <>
          <strong>{t.problem}</strong>
          <ul>
            {Object.entries(fields).map(([name, key]) => (
              <li key={name}>
                <a
                  href={`#${form.id}-${name}`}
                  onClick={(event) => focusField(event, form.id, name)}
                >
                  {labelOf(form.id, name, colon)}
                  {form.textOf(key) ?? key}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function focusField(event: { preventDefault: () => void }, id: string, name: string): void {
  event.preventDefault()
  document.getElementById(`${id}-${name}`)?.focus()
}

/** Returns the label of a field with a colon, without "(optional)". It tells apart fields with the same error. */
function labelOf(id: string, name: string, colon: string): string {
  const nodes = [...(document.getElementById(`${id}-${name}-label`)?.childNodes ?? [])]
  const labelNodes = nodes.filter(
    (node) => !(node instanceof HTMLElement && 'optional' in node.dataset),
  )
  const label = labelNodes
    .map(({ textContent }) => textContent)
    .join('')
    .trim()
  if (label === '') return ''
  // A label can be a question.
  return /[?؟？]$/.test(label) ? `${label} ` : label + colon
}

function isShown(id: string, name: string): boolean {
  return typeof document !== 'undefined' && document.getElementById(`${id}-${name}`) !== null
}
