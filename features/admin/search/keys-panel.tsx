import { Fragment, useState } from 'react'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Check } from '#web/ui/choice-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { messages } from './messages.ts'
import type { Command } from './panel.tsx'
import styles from './page.module.css'

type Props = {
  commands: readonly Command[]
  hasLetterKeys: boolean
  onLetterKeys: (isOn: boolean) => void
  onClose: () => void
}

/** The keys of the admin area, and a switch for the single letters (WCAG 2.1.4). */
export function KeysDialog({ commands, hasLetterKeys, onLetterKeys, onClose }: Props) {
  const t = useMessages(messages)
  const keys: [string, string][] = [
    ['Ctrl K', t.keyPalette],
    ['/', t.keySearch],
    ['?', t.keyHelp],
    ['j k', t.keyRows],
    ['Enter', t.keyOpen],
    ['x', t.keySelect],
    ...commands.flatMap(({ keys: own, text }): [string, string][] => (own ? [[own, text]] : [])),
  ]
  return (
    <Dialog
      title={t.keysTitle}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t.close}</Button>}
      form={<LetterKeys hasLetterKeys={hasLetterKeys} onLetterKeys={onLetterKeys} />}
    >
      <dl className={styles.keys}>
        {keys.map(([combination, text]) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd dir="ltr">
              {combination.split(' ').map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' '}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function LetterKeys({
  hasLetterKeys,
  onLetterKeys,
}: Pick<Props, 'hasLetterKeys' | 'onLetterKeys'>) {
  const t = useMessages(messages)
  // The preferences follow later: the box would jump back until then.
  const [isOn, setOn] = useState(hasLetterKeys)
  return (
    <div>
      <Check
        checked={isOn}
        aria-describedby="letter-keys-hint"
        onChange={({ target }) => {
          setOn(target.checked)
          onLetterKeys(target.checked)
        }}
      >
        {t.letterKeys}
      </Check>
      <p id="letter-keys-hint">{t.letterKeysHint}</p>
    </div>
  )
}
