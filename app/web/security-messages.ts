import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    done: '{done} of {count} done',
    allDone: 'Your account is well protected.',
    passwordNext: 'Next: choose a new password.',
    passkeyNext: 'Next: add a passkey.',
    authenticatorNext: 'Next: set up your authenticator app.',
    codesNext: 'Next: create recovery codes.',
  },
  {
    ar: {
      done: 'اكتمل {done} من {count}',
      allDone: 'حسابك محمي جيدًا.',
      passwordNext: 'التالي: اختر كلمة مرور جديدة.',
      passkeyNext: 'التالي: أضف مفتاح مرور.',
      authenticatorNext: 'التالي: أعدّ تطبيق المصادقة.',
      codesNext: 'التالي: أنشئ رموز الاسترداد.',
    },
    fr: {
      done: '{done} sur {count} en place',
      allDone: 'Votre compte est bien protégé.',
      passwordNext: 'À faire : choisissez un nouveau mot de passe.',
      passkeyNext: 'À faire : ajoutez une clé d’accès.',
      authenticatorNext: 'À faire : configurez votre application d’authentification.',
      codesNext: 'À faire : créez des codes de secours.',
    },
    es: {
      done: '{done} de {count} completados',
      allDone: 'Su cuenta está bien protegida.',
      passwordNext: 'Siguiente: elija una contraseña nueva.',
      passkeyNext: 'Siguiente: añada una llave de acceso.',
      authenticatorNext: 'Siguiente: configure su aplicación de autenticación.',
      codesNext: 'Siguiente: cree códigos de recuperación.',
    },
    zh: {
      done: '已完成 {done}/{count}',
      allDone: '您的账户已得到良好保护。',
      passwordNext: '下一步：设置新密码。',
      passkeyNext: '下一步：添加通行密钥。',
      authenticatorNext: '下一步：设置身份验证器应用。',
      codesNext: '下一步：生成恢复码。',
    },
  },
)
