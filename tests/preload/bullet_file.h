#pragma once

namespace bParse {

/// Stands for that of Bullet's BulletFileLoader, which is not installed everywhere.
class btBulletFile {
public:
    btBulletFile(char* buffer, int size);
};

}  // namespace bParse
