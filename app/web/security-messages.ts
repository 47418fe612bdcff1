import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    done: '{done} of {count} protections in place',
    allDone: 'Your account is well protected.',
    passwordNext: 'Choose a new password',
    passkeyNext: 'Add a passkey',
    authenticatorNext: 'Set up your authenticator app',
    codesNext: 'Create recovery codes',
  },
  {
    ar: {
      done: 'وسائل الحماية المفعّلة: {done} من {count}',
      allDone: 'حسابك محمي جيدًا.',
      passwordNext: 'اختر كلمة مرور جديدة',
      passkeyNext: 'أضف مفتاح مرور',
      authenticatorNext: 'أعدّ تطبيق المصادقة',
      codesNext: 'أنشئ رموز الاسترداد',
    },
    fr: {
      done: '{done} protections sur {count} en place',
      allDone: 'Votre compte est bien protégé.',
      passwordNext: 'Choisir un nouveau mot de passe',
      passkeyNext: 'Ajouter une clé d’accès',
      authenticatorNext: 'Configurer l’application d’authentification',
      codesNext: 'Créer des codes de secours',
    },
    es: {
      done: '{done} de {count} protecciones activas',
      allDone: 'Su cuenta está bien protegida.',
      passwordNext: 'Elegir una contraseña nueva',
      passkeyNext: 'Añadir una llave de acceso',
      authenticatorNext: 'Configurar la aplicación de autenticación',
      codesNext: 'Crear códigos de recuperación',
    },
    zh: {
      done: '已启用 {done}/{count} 项保护',
      allDone: '您的账户已得到良好保护。',
      passwordNext: '设置新密码',
      passkeyNext: '添加通行密钥',
      authenticatorNext: '设置身份验证器应用',
      codesNext: '生成恢复码',
    },
  },
)
