import { defineMessages } from '#contract/locale.ts'

export const joiningMessages = defineMessages(
  {
    steps: 'Steps',
    password: 'Password',
    authenticator: 'Authenticator',
    codes: 'Recovery codes',
    done: 'done',
  },
  {
    ar: {
      steps: 'الخطوات',
      password: 'كلمة المرور',
      authenticator: 'تطبيق المصادقة',
      codes: 'رموز الاسترداد',
      done: 'تم',
    },
    fr: {
      steps: 'Étapes',
      password: 'Mot de passe',
      authenticator: 'Authentificateur',
      codes: 'Codes de secours',
      done: 'terminé',
    },
    es: {
      steps: 'Pasos',
      password: 'Contraseña',
      authenticator: 'Autenticador',
      codes: 'Códigos de recuperación',
      done: 'hecho',
    },
    zh: {
      steps: '步骤',
      password: '密码',
      authenticator: '身份验证器',
      codes: '恢复码',
      done: '已完成',
    },
  },
)
