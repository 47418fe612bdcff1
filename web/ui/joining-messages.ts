import { defineMessages } from '#contract/locale.ts'

export const joiningMessages = defineMessages(
  {
    steps: 'Steps',
    password: 'Password',
    factor: 'Authenticator or passkey',
    authenticator: 'Authenticator',
    codes: 'Recovery codes',
    done: 'done',
  },
  {
    ar: {
      steps: 'الخطوات',
      password: 'كلمة المرور',
      factor: 'تطبيق المصادقة أو مفتاح المرور',
      authenticator: 'تطبيق المصادقة',
      codes: 'رموز الاسترداد',
      done: 'تم',
    },
    fr: {
      steps: 'Étapes',
      password: 'Mot de passe',
      factor: 'Authentificateur ou clé d’accès',
      authenticator: 'Authentificateur',
      codes: 'Codes de secours',
      done: 'terminé',
    },
    es: {
      steps: 'Pasos',
      password: 'Contraseña',
      factor: 'Autenticador o llave de acceso',
      authenticator: 'Autenticador',
      codes: 'Códigos de recuperación',
      done: 'hecho',
    },
    zh: {
      steps: '步骤',
      password: '密码',
      factor: '身份验证器或通行密钥',
      authenticator: '身份验证器',
      codes: '恢复码',
      done: '已完成',
    },
  },
)
