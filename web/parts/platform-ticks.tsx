import type { PlatformRole } from '#contract/platform-role.ts'
import { Check } from '../ui/choice-group.tsx'
import styles from './platform-ticks.module.css'
import { roleIdsIn, RoleTicks } from './role-ticks.tsx'

/** A platform to grant, with the roles on it. */
export type ChosenPlatform = { subsystem: string; roles: readonly string[] }

type Props = {
  offered: readonly { id: string; name: string; roles: readonly PlatformRole[] }[]
  chosen: readonly ChosenPlatform[]
  onChoose: (chosen: readonly ChosenPlatform[]) => void
  /** Returns a note beside the name of a platform. */
  noteOf?: (id: string) => string | undefined
}

/** A checkbox per platform, and below each selected platform its roles. */
export function PlatformTicks({ offered, chosen, onChoose, noteOf }: Props) {
  return (
    <div className={styles.platforms}>
      {offered.map(({ id, name, roles }) => {
        const selected = chosen.find(({ subsystem }) => subsystem === id)
        const others = chosen.filter((each) => each !== selected)
        const note = noteOf?.(id)
        return (
          <div key={id}>
            <Check
              checked={selected !== undefined}
              onChange={({ target }) =>
                onChoose(target.checked ? [...others, { subsystem: id, roles: [] }] : others)
              }
            >
              <span>
                <bdi>{name}</bdi>
                {note !== undefined && <small className="second-line">{note}</small>}
              </span>
            </Check>
            {selected && (
              <RoleTicks
                offered={roles}
                platform={name}
                value={selected.roles.join(' ')}
                onChange={(value) =>
                  onChoose([...others, { subsystem: id, roles: roleIdsIn(value) }])
                }
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Returns the platforms and roles as fields of an invitation request. */
export function invitationFields(chosen: readonly ChosenPlatform[]) {
  return {
    subsystems: chosen.map(({ subsystem }) => subsystem),
    platformRoles: chosen
      .filter(({ roles }) => roles.length > 0)
      .map(({ subsystem, roles }) => ({ subsystem, roles: [...roles] })),
  }
}
